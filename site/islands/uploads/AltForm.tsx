import { useId, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { describePicture } from '../ui/pictures/picture-calls.ts';
import { nameOf } from '../ui/pictures/picture-name.ts';
import { useForm } from '../ui/use-form.ts';
import type { StoredPicture } from './upload-calls.ts';

const ALT_MAX = 500;

/** Alt text of an image; saved with Enter, or by its button after a change. */
export function AltForm({ picture }: { picture: StoredPicture }) {
  const id = useId();
  const [saved, setSaved] = useState(picture.alt);
  const [alt, setAlt] = useState(picture.alt);
  const { errors, form, button } = useForm({
    isReady: alt.trim() !== saved,
    send: () => describePicture(picture.public_id, alt),
    onDone(response) {
      setSaved(response.alt);
      setAlt(response.alt);
      showToast({ type: 'SUCCESS', message: response.msg });
    },
  });
  const error = errors.fields.alt ?? errors.form;

  return (
    <form className="uploads__alt-form" {...form}>
      <label className="quiet" htmlFor={id}>
        Alt text of {nameOf(picture)}
      </label>
      <input
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
          Save<span className="quiet"> alt text of {nameOf(picture)}</span>
        </button>
      )}
      <p className="field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </form>
  );
}
