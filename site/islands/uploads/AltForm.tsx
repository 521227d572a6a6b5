import { type SubmitEvent, useId, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { describePicture } from '../pictures/picture-calls.ts';
import { nameOf } from '../pictures/picture-name.ts';
import { sentence } from '../use-loaded.ts';
import type { StoredPicture } from './upload-calls.ts';

const ALT_MAX = 500;

/** What a picture shows; saved with Enter, or by its button once something has changed. */
export function AltForm({ picture }: { picture: StoredPicture }) {
  const id = useId();
  const [saved, setSaved] = useState(picture.alt);
  const [alt, setAlt] = useState(picture.alt);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || alt.trim() === saved) return;
    setBusy(true);
    setError('');
    try {
      const answer = await describePicture(picture.public_id, alt);
      setSaved(answer.alt);
      setAlt(answer.alt);
      void showToast({ type: 'SUCCESS', message: answer.msg });
    } catch (caught) {
      setError(sentence(caught));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="uploads__alt-form" onSubmit={(event) => void save(event)}>
      <label className="quiet" htmlFor={id}>
        What {nameOf(picture)} shows
      </label>
      <input
        id={id}
        type="text"
        value={alt}
        maxLength={ALT_MAX}
        placeholder="What it shows"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {alt.trim() !== saved && (
        <button type="submit" className="button button--small" disabled={busy}>
          Save<span className="quiet"> what {nameOf(picture)} shows</span>
        </button>
      )}
      <p className="field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </form>
  );
}
