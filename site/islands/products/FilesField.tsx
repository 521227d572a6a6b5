import { useRef, useState, useSyncExternalStore } from 'react';
import { fileSize } from '#contracts/file-size.ts';
import type { ProductUploadLimits } from '#contracts/upload.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { Field, FieldError } from '../ui/Field.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import { type FileItem, FileUploads } from './file-uploads.ts';
import { MoveButtons, moveEntry } from './GalleryField.tsx';
import type { ChangeForm, FormFile, ProductForm } from './product-form.ts';

interface FileRowProps {
  file: FormFile;
  index: number;
  count: number;
  error: string | undefined;
  onChange(file: FormFile): void;
  onMove(to: number): void;
  onRemove(): void;
  onNewVersion(chosen: File): void;
}

interface FileProgressProps {
  uploads: FileUploads;
  items: readonly FileItem[];
}

interface Props {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string | undefined>;
  limits: ProductUploadLimits;
}

/** Files for buyers, in order and with their versions, and an upload of more. */
export function FilesField({ form, change, errors, limits }: Props) {
  const [uploads] = useState(
    () =>
      new FileUploads({
        bytesMax: limits.bytesMax,
        onDone: (item, upload) =>
          change(({ files }) => ({ files: withUpload(files, item, upload) })),
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  useLeaveGuard(items.some(({ now }) => now.state === 'uploading'));
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
              onMove={(to) => put(moveEntry(form.files, index, to))}
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
        hint={`At most ${fileSize(room, Math.floor)} each. Interrupted uploads resume; if you closed the page, choose the same file again.`}
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
    notify: false,
  };
  const at = files.findIndex(({ key }) => key === of);
  const before = files[at];
  if (before) return files.with(at, { ...before, ...fresh });
  return [...files, { ...fresh, key: `upload-${id}-${upload}`, _id: null }];
}

/** Uploads with their progress. */
function FileProgress({ uploads, items }: FileProgressProps) {
  if (items.length === 0) return null;
  return (
    <ul className="product-form__files" aria-label="Uploads in progress">
      {items.map(({ id, file, now }) => {
        return (
          <li key={id} className="product-form__file">
            <p className="product-form__file-name">
              <strong>{file.name}</strong>{' '}
              <span className="label">
                {fileSize(now.sent)} of {fileSize(file.size)}
                {now.state === 'paused' && ', paused'}
              </span>
            </p>
            <progress max={file.size} value={now.sent} aria-label={`Uploading ${file.name}`} />
            {now.state === 'failed' && <FieldError>{now.reason}</FieldError>}
            <p className="product-form__buttons">
              {now.state === 'uploading' && (
                <SmallButton label="Pause" of={file.name} onClick={() => uploads.pause(id)} />
              )}
              {(now.state === 'paused' || (now.state === 'failed' && now.canRetry)) && (
                <SmallButton
                  label={now.state === 'paused' ? 'Resume' : 'Try again'}
                  of={file.name}
                  onClick={() => uploads.resume(id)}
                />
              )}
              <SmallButton label="Remove" of={file.name} onClick={() => uploads.cancel(id)} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** A file of a product: name, version and changelog. */
function FileRow({ file, index, count, error, ...props }: FileRowProps) {
  const { onChange, onMove, onRemove, onNewVersion } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <li className="product-form__file">
      <p className="product-form__file-name">
        <strong>{file.name}</strong>{' '}
        <span className="label">
          {fileSize(file.bytes)}
          {file.upload === null && `, version ${file.version}`}
        </span>{' '}
        {file.upload !== null && (
          <span className="chip chip--draft">Will be saved with the product</span>
        )}
      </p>
      {file.sha256 && (
        <p className="label product-form__hash">
          SHA-256 <code>{file.sha256}</code>
        </p>
      )}
      <div className="product-form__pair">
        {file.upload !== null && (
          <Field
            name={`version-${index}`}
            label={`Version of ${file.name}`}
            maxLength={40}
            value={file.version}
            hint="If empty, the next version is used: 1.0, 1.1 …"
            onChange={(version) => onChange({ ...file, version })}
          />
        )}
        <Field
          name={`changelog-${index}`}
          label={`Release notes of ${file.name}`}
          lines={2}
          maxLength={5000}
          value={file.changelog}
          onChange={(changelog) => onChange({ ...file, changelog })}
        />
      </div>
      {file.upload !== null && file._id !== null && (
        <label className="product-form__tick">
          <input
            type="checkbox"
            checked={file.notify}
            onChange={(event) => onChange({ ...file, notify: event.currentTarget.checked })}
          />
          Notify all buyers about this version (also by email)
        </label>
      )}
      <FieldError>{error}</FieldError>
      <p className="product-form__buttons">
        <MoveButtons what={file.name} index={index} count={count} onMove={onMove} />
        {file._id !== null && (
          <>
            <SmallButton
              label="Upload a new version"
              of={file.name}
              onClick={() => input.current?.click()}
            />
            <input
              ref={input}
              type="file"
              hidden
              aria-label={`New version of ${file.name}`}
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                if (chosen) onNewVersion(chosen);
                currentTarget.value = '';
              }}
            />
          </>
        )}
        <SmallButton label="Remove" of={file.name} onClick={onRemove} />
      </p>
    </li>
  );
}
