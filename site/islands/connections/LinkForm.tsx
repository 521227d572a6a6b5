import { useEffect } from 'react';
import { type CrossPost, names, setPostLink } from '../../client/connection-calls.ts';
import { Field } from '../ui/Field.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

interface Props {
  post: CrossPost;
  act: Act;
  /** Omitted if the form stays open. */
  onClose?: () => void;
}

/** URL of an article at another service, entered by the owner. */
export function LinkForm({ post, act, onClose }: Props) {
  const service = names[post.target];
  const { errors, form, button } = useForm({
    act,
    messages: { url: 'Paste the full URL, including https://.' },
    send: (data) => setPostLink(post._id, String(data.get('url'))),
  });
  const isOnRequest = onClose !== undefined;
  useEffect(() => {
    if (isOnRequest) form.ref.current?.querySelector<HTMLElement>('[name="url"]')?.focus();
  }, [isOnRequest, form.ref]);
  return (
    <form className="form post__form" {...form}>
      <Field
        name="url"
        label={`URL at ${service}`}
        type="url"
        pattern="https?://.*"
        required
        placeholder="https://"
        error={errors.fields.url}
      />
      <p className="post__actions">
        <button className="button button--small button--main" {...button}>
          Save link
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
