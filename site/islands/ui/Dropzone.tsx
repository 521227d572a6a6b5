import { type ReactNode, type Ref, useId, useState } from 'react';
import { FieldError } from './Field.tsx';

interface Props {
  name: string;
  title: string;
  hint: ReactNode;
  accept?: string;
  error?: string | undefined;
  isSingle?: boolean;
  ref?: Ref<HTMLInputElement>;
  onFiles(files: File[]): void;
}

/** Area for choosing or dropping files. */
export function Dropzone({ name, title, hint, accept, error, isSingle, ref, onFiles }: Props) {
  const id = useId();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    <div className="field">
      <label
        className="dropzone"
        data-over={isDraggedOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsDraggedOver(false);
          onFiles([...event.dataTransfer.files]);
        }}
      >
        <span className="dropzone__title">{title}</span>
        <input
          ref={ref}
          type="file"
          name={name}
          multiple={!isSingle}
          accept={accept}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
