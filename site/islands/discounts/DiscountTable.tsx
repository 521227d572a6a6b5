import type { Discount } from './discount-calls.ts';
import { limitsLabel, periodLabel, redemptionsLabel, stateChips } from './labels.ts';

interface Props {
  discounts: Discount[];
  zone: string;
  onEdit(discount: Discount): void;
  onEnd(discount: Discount): void;
}

/** Discount codes with their discount, validity and number of uses. */
export function DiscountTable({ discounts, zone, onEdit, onEnd }: Props) {
  return (
    <table className="table table--cards discounts__table">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">State</th>
          <th scope="col">Valid, in {zone.replaceAll('_', ' ')}</th>
          <th scope="col">Uses</th>
          <th scope="col" className="table__actions">
            <span className="quiet">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {discounts.map((discount) => {
          const { _id, code, offer, state } = discount;
          const of = <span className="quiet"> {code}</span>;
          return (
            <tr key={_id}>
              <th scope="row">
                <code className="discounts__code">{code}</code>
                <span className="discounts__offer">{offer}</span>
                <span className="label discounts__limits">{limitsLabel(discount)}</span>
              </th>
              <td>
                <span className={stateChips[state].className}>{stateChips[state].name}</span>
              </td>
              <td>{periodLabel(discount)}</td>
              <td>
                <a href={`/admin/shop/discounts?uses=${encodeURIComponent(_id)}`}>
                  {redemptionsLabel(discount)}
                  {of}
                </a>
              </td>
              <td className="table__actions">
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => onEdit(discount)}
                >
                  Edit{of}
                </button>{' '}
                {state !== 'ended' && (
                  <button
                    type="button"
                    className="button button--small button--danger"
                    onClick={() => onEnd(discount)}
                  >
                    End{of}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
