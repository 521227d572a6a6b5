import { useRef } from 'react';
import { megabytes } from '../../format/megabytes.ts';
import { Field } from '../ui/Field.tsx';
import type { FormFile } from './form.ts';
import { MoveButtons } from './MoveButtons.tsx';

interface Props {
  file: FormFile;
  index: number;
  count: number;
  error: string | undefined;
  onChange(file: FormFile): void;
  onMove(to: number): void;
  onRemove(): void;
  onNewVersion(chosen: File): void;
}

/** A file of a product: name, version and changelog. */
export function FileRow({ file, index, count, error, ...props }: Props) {
  const { onChange, onMove, onRemove, onNewVersion } = props;
  const input = useRef<HTMLInputElement>(null);
  const of = <span className="quiet"> {file.name}</span>;
  return (
    <li className="product-form__file">
      <p className="product-form__file-name">
        <strong>{file.name}</strong>{' '}
        <span className="label">
          {megabytes(file.bytes)}
          {file.upload === null && `, version ${file.version}`}
        </span>{' '}
        {file.upload !== null && <span className="chip chip--draft">Saved with the product</span>}
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
            checked={file.tell}
            onChange={(event) => onChange({ ...file, tell: event.currentTarget.checked })}
          />
          Notify all buyers about this version (also by email)
        </label>
      )}
      <p className="field__error">{error}</p>
      <p className="product-form__buttons">
        <MoveButtons what={file.name} index={index} count={count} onMove={onMove} />
        {file._id !== null && (
          <>
            <button
              type="button"
              className="button button--small"
              onClick={() => input.current?.click()}
            >
              Upload a new version{of}
            </button>
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
        <button type="button" className="button button--small" onClick={onRemove}>
          Take off{of}
        </button>
      </p>
    </li>
  );
}
