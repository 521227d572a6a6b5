import { useId, useRef, useState } from 'react';
import { fileSize } from '#contracts/file-size.ts';
import type { StoredImage } from '#contracts/upload.ts';
import { longDate } from '../../format/dates.ts';
import { editPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { FieldError } from '../ui/Field.tsx';
import { deleteImage, imageNameOf, saveAltText, urlFileName } from '../ui/images/image-api.ts';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useForm } from '../ui/use-form.ts';

interface DeleteImageProps {
  image: StoredImage;
  runAction: RunAction;
  onClose(): void;
}

const ALT_MAX = 500;

interface Props {
  uploads: StoredImage[];
  onDelete(image: StoredImage): void;
}

/** One row for each image, with the documented columns and some more. */
export function UploadTable({ uploads, onDelete }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame" tabIndex={0} aria-label="Uploads">
      <table className="table table--cards uploads__table">
        <TableHead
          columns={[
            'Photo',
            'Product Id',
            'Product Name / Folder Location',
            'Created',
            'Alt text',
            'Used in',
          ]}
          actions="Actions"
        />
        <tbody>
          {uploads.map((image) => (
            <UploadRow key={image.public_id} image={image} onDelete={onDelete} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  image: StoredImage;
  onDelete: Props['onDelete'];
}

function UploadRow({ image, onDelete }: RowProps) {
  const { public_id: id, url, name, folder, width, height, bytes, by } = image;
  return (
    <tr>
      <td className="uploads__image">
        <a href={url} target="_blank" rel="noopener">
          <img
            src={url}
            alt={image.alt || imageNameOf(image)}
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
        {name || (folder === 'avatars' ? by : urlFileName(url))}
        <span className="label">
          {folder}, {width} × {height}
          {bytes !== null && `, ${fileSize(bytes)}`}
        </span>
      </th>
      <td className="uploads__created">
        <time dateTime={image.created_at}>{longDate(image.created_at)}</time>
        {by && <span className="label">by {by}</span>}
      </td>
      <td className="uploads__alt">{folder !== 'avatars' && <AltForm image={image} />}</td>
      <td className="uploads__uses">
        <ImageUses image={image} />
      </td>
      <td className="table__actions">
        <SmallButton
          variant="danger"
          label="Delete"
          of={imageNameOf(image)}
          onClick={() => onDelete(image)}
        />
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
export function ImageUses({ image: { uses, used } }: { image: StoredImage }) {
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

/** Alt text of an image; saved with Enter, or by its button after a change. */
function AltForm({ image }: { image: StoredImage }) {
  const id = useId();
  const [saved, setSaved] = useState(image.alt);
  const [alt, setAlt] = useState(image.alt);
  const { errors, form, button } = useForm({
    isReady: alt.trim() !== saved,
    send: () => saveAltText(image.public_id, alt),
    onDone(response) {
      setSaved(response.alt);
      // Text that was typed during the save stays.
      setAlt((now) => (now === alt ? response.alt : now));
      showToast({ type: 'SUCCESS', message: response.msg });
    },
  });
  const error = errors.fields.alt ?? errors.form;
  const input = useRef<HTMLInputElement>(null);
  useFocusFallback(() => input.current, form.ref);

  return (
    <form className="uploads__alt-form" {...form}>
      <label className="visually-hidden" htmlFor={id}>
        Alt text of {imageNameOf(image)}
      </label>
      <input
        ref={input}
        id={id}
        name="alt"
        type="text"
        value={alt}
        maxLength={ALT_MAX}
        placeholder="Alt text"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {alt.trim() !== saved && (
        <button className="button button--small" {...button}>
          Save<span className="visually-hidden"> alt text of {imageNameOf(image)}</span>
        </button>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </form>
  );
}

/** Confirms the deletion of an image, and shows its uses. */
export function DeleteImage({ image, runAction, onClose }: DeleteImageProps) {
  const { public_id: id, used, uses, folder } = image;
  const titles = uses.map(({ name }) => `“${name || 'Untitled'}”`).join(', ');
  const further = used > uses.length ? ` and ${used - uses.length} more` : '';
  return (
    <DeleteDialog
      title={`Delete ${imageNameOf(image)}?`}
      onConfirm={() => runAction(() => deleteImage(id, used > 0))}
      onClose={onClose}
    >
      {used === 0 && 'It is not used on the site. This cannot be undone.'}
      {used > 0 && folder === 'avatars' && `${image.by} will be shown with initials instead.`}
      {used > 0 &&
        folder !== 'avatars' &&
        `It is used in ${pluralize(used, 'place')}: ${titles}${further}. They lose it as their image, and in text the alt text is shown instead. This cannot be undone.`}
    </DeleteDialog>
  );
}
