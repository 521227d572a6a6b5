import { useEffect, useState } from 'react';
import type { Act } from '../account/use-account.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { Field } from '../Field.tsx';
import { type CrossPost, giveLink, names } from './connection-calls.ts';

interface Props {
  post: CrossPost;
  act: Act;
  /** Left out where the form stays. */
  onClose?: () => void;
}

/** Where an article is over there, in the owner's words. */
export function LinkForm({ post, act, onClose }: Props) {
  const [url, setUrl] = useState('');
  const service = names[post.target];
  const { errors, busy, form, onSubmit } = useSectionForm(
    () => act(() => giveLink(post._id, url)),
    () =>
      /^https?:\/\/\S+$/.test(url.trim()) ? {} : { url: 'Paste the whole address, with https://.' },
  );
  const asked = onClose !== undefined;
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>('[name="url"]')?.focus();
  }, [asked, form]);
  return (
    <form className="form post__form" ref={form} onSubmit={onSubmit} noValidate>
      <Field
        name="url"
        label={`Link to it at ${service}`}
        value={url}
        placeholder="https://"
        error={errors.url}
        onChange={setUrl}
      />
      <p className="post__actions">
        <button type="submit" className="button button--small button--main" aria-disabled={busy}>
          Keep the link
        </button>
        {onClose && (
          <button type="button" className="button button--small" onClick={onClose}>
            Cancel
          </button>
        )}
      </p>
    </form>
  );
}
