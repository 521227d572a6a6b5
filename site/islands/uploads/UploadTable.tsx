import { longDate } from '../../format/dates.ts';
import { editPath } from '../../format/links.ts';
import { megabytes } from '../../format/megabytes.ts';
import { fileOf, nameOf } from '../ui/pictures/picture-name.ts';
import { AltForm } from './AltForm.tsx';
import type { StoredPicture } from './upload-calls.ts';

interface Props {
  uploads: StoredPicture[];
  onDelete(picture: StoredPicture): void;
}

/** One row for each image, with the documented columns and some more. */
export function UploadTable({ uploads, onDelete }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame" tabIndex={0} aria-label="Uploads">
      <table className="table table--cards uploads__table">
        <thead>
          <tr>
            <th scope="col">Photo</th>
            <th scope="col">Product Id</th>
            <th scope="col">Product Name / Folder Location</th>
            <th scope="col">Created</th>
            <th scope="col">Alt text</th>
            <th scope="col">Used in</th>
            <th scope="col" className="table__actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {uploads.map((picture) => (
            <UploadRow key={picture.public_id} picture={picture} onDelete={onDelete} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  picture: StoredPicture;
  onDelete: Props['onDelete'];
}

function UploadRow({ picture, onDelete }: RowProps) {
  const { public_id: id, url, name, folder, width, height, bytes, by } = picture;
  return (
    <tr>
      <td className="uploads__photo">
        <a href={url} target="_blank" rel="noopener">
          <img
            src={url}
            alt={picture.alt || nameOf(picture)}
            loading="lazy"
            width={88}
            height={66}
          />
        </a>
      </td>
      <td>
        <code className="uploads__id">{id}</code>
      </td>
      <th scope="row" className="uploads__name">
        {name || (folder === 'avatars' ? by : fileOf(url))}
        <span className="label">
          {folder}, {width} × {height}
          {bytes !== null && `, ${megabytes(bytes)}`}
        </span>
      </th>
      <td className="uploads__created">
        <time dateTime={picture.created_at}>{longDate(picture.created_at)}</time>
        {by && <span className="label">by {by}</span>}
      </td>
      <td className="uploads__alt">{folder !== 'avatars' && <AltForm picture={picture} />}</td>
      <td className="uploads__uses">
        <Uses picture={picture} />
      </td>
      <td className="table__actions">
        <button
          type="button"
          className="button button--small button--danger"
          onClick={() => onDelete(picture)}
        >
          Delete<span className="quiet"> {nameOf(picture)}</span>
        </button>
      </td>
    </tr>
  );
}

const states: Record<string, string> = {
  draft: 'draft',
  scheduled: 'scheduled',
  archived: 'archived',
  retired: 'retired',
  deleted: 'in the bin',
};

/** Links to the uses of an image. */
export function Uses({ picture: { uses, used } }: { picture: StoredPicture }) {
  if (used === 0) return <span className="chip">Unused</span>;
  const further = used - uses.length;
  return (
    <ul>
      {uses.map(({ kind, as, _id, name, state }) => (
        <li key={`${kind} ${_id}`}>
          {kind === 'member' ? (
            <a href={`/member/${encodeURIComponent(_id)}`}>{name}</a>
          ) : state === 'deleted' ? (
            name || 'Untitled'
          ) : kind === 'product' ? (
            <a href={`/admin/shop/edit_product/${_id}`}>{name}</a>
          ) : (
            <a href={editPath(_id)}>{name || 'Untitled'}</a>
          )}{' '}
          <span className="label">
            {as}
            {state !== null && states[state] && `, ${states[state]}`}
          </span>
        </li>
      ))}
      {further > 0 && <li className="label">and {further} more</li>}
    </ul>
  );
}
