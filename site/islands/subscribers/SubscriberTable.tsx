import { longDate } from '../../format/dates.ts';
import type { Subscriber } from './subscriber-calls.ts';

interface Props {
  subscribers: Subscriber[];
  onDelete(subscriber: Subscriber): void;
}

const forwarding = { off: null, waiting: 'Pending (form service)', done: 'Forwarded' } as const;

/** Table with one row per email address. */
export function SubscriberTable({ subscribers, onDelete }: Props) {
  return (
    <table className="table table--cards">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">State</th>
          <th scope="col">Form</th>
          <th scope="col">Asked</th>
          <th scope="col" className="table__actions">
            <span className="quiet">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map((subscriber) => (
          <tr key={subscriber._id}>
            <th scope="row">{subscriber.email}</th>
            <td>
              <span className={subscriber.confirmed ? 'chip chip--live' : 'chip chip--draft'}>
                {subscriber.confirmed ? 'Confirmed' : 'Unconfirmed'}
              </span>
              {forwarding[subscriber.forwarded] && (
                <span className="label subscribers__forwarded">
                  {forwarding[subscriber.forwarded]}
                </span>
              )}
            </td>
            <td>{subscriber.from === 'Newsletter' ? 'Article' : 'Blog'}</td>
            <td>
              <time dateTime={subscriber.askedAt}>{longDate(subscriber.askedAt)}</time>
            </td>
            <td className="table__actions">
              <button
                type="button"
                className="button button--small button--danger"
                onClick={() => onDelete(subscriber)}
              >
                Delete<span className="quiet"> {subscriber.email}</span>
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
