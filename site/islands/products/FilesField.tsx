import { useRef, useState, useSyncExternalStore } from 'react';
import type { ProductUploadLimits } from '#contracts/upload.ts';
import { megabytes } from '../../format/megabytes.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { FileProgress } from './FileProgress.tsx';
import { FileRow } from './FileRow.tsx';
import { type FileItem, FileUploads } from './file-uploads.ts';
import type { ChangeForm, FormFile, ProductForm } from './form.ts';
import { moved } from './moved.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string | undefined>;
  limits: ProductUploadLimits;
}

/** Files for buyers, in order and with their versions, and an upload of more. */
export function FilesField({ form, change, errors, limits }: Props) {
  const edit = useRef(change);
  edit.current = change;
  const [uploads] = useState(
    () =>
      new FileUploads({
        bytesMax: limits.bytesMax,
        onDone: (item, upload) =>
          edit.current(({ files }) => ({ files: withUpload(files, item, upload) })),
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const put = (files: FormFile[]) => change({ files });
  const room = Math.min(limits.bytesMax, limits.bytesFree);

  return (
    <>
      {form.files.length > 0 && (
        <ol className="product-form__files">
          {form.files.map((file, index) => (
            <FileRow
              key={file.key}
              file={file}
              index={index}
              count={form.files.length}
              error={errors[`files.${index}`]}
              onChange={(next) => put(form.files.with(index, next))}
              onMove={(to) => put(moved(form.files, index, to))}
              onRemove={() => put(form.files.toSpliced(index, 1))}
              onNewVersion={(chosen) => uploads.add(chosen, file.key)}
            />
          ))}
        </ol>
      )}
      <FileProgress uploads={uploads} items={items} />
      <Dropzone
        name="files"
        title="Choose files or drop them here"
        hint={`At most ${megabytes(room)} each. Interrupted uploads resume; if you closed the page, choose the same file again.`}
        error={errors.files}
        onFiles={(files) => {
          for (const file of files) uploads.add(file, null);
        }}
      />
    </>
  );
}

/** Returns the files with an upload: a new file, or a new version of an existing one. */
function withUpload(files: FormFile[], { file, of, id }: FileItem, upload: string): FormFile[] {
  const fresh = {
    upload,
    name: file.name,
    bytes: file.size,
    sha256: null,
    version: '',
    changelog: '',
    tell: false,
  };
  const at = files.findIndex(({ key }) => key === of);
  const before = files[at];
  if (before) return files.with(at, { ...before, ...fresh });
  return [...files, { ...fresh, key: `upload-${id}-${upload}`, _id: null }];
}
