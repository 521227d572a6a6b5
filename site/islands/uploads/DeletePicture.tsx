import { counted } from '../../lib/format.ts';
import type { Act } from '../account/use-account.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { nameOf } from '../pictures/picture-name.ts';
import { deletePicture, type StoredPicture } from './upload-calls.ts';

interface Props {
  picture: StoredPicture;
  act: Act;
  onClose(): void;
}

/** Asks before a picture is deleted, and says where it is used. */
export function DeletePicture({ picture, act, onClose }: Props) {
  const { public_id: id, used, uses, folder } = picture;
  const titles = uses.map(({ name }) => `“${name || 'Untitled'}”`).join(', ');
  const further = used > uses.length ? ` and ${used - uses.length} more` : '';
  return (
    <DeleteDialog
      title={`Delete ${nameOf(picture)}?`}
      onConfirm={() => void act(() => deletePicture(id, used > 0))}
      onClose={onClose}
    >
      {used === 0 && 'Nothing on the site shows it. This cannot be undone.'}
      {used > 0 && folder === 'avatars' && `${picture.by} is shown by initials again.`}
      {used > 0 &&
        folder !== 'avatars' &&
        `It is used in ${counted(used, 'article')}: ${titles}${further}. Articles lose it as their image; in a text its place stays, and readers get its words instead. This cannot be undone.`}
    </DeleteDialog>
  );
}
