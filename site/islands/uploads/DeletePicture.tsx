import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { nameOf } from '../ui/pictures/picture-name.ts';
import type { Act } from '../ui/use-act.tsx';
import { deletePicture, type StoredPicture } from './upload-calls.ts';

interface Props {
  picture: StoredPicture;
  act: Act;
  onClose(): void;
}

/** Confirms the deletion of an image, and shows its uses. */
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
      {used === 0 && 'It is not used on the site. This cannot be undone.'}
      {used > 0 && folder === 'avatars' && `${picture.by} will be shown with initials instead.`}
      {used > 0 &&
        folder !== 'avatars' &&
        `It is used in ${pluralize(used, 'article')}: ${titles}${further}. Articles lose it as their image, and in text the alt text is shown instead. This cannot be undone.`}
    </DeleteDialog>
  );
}
