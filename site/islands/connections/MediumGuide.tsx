import { showToast } from '../../client/show-toast.ts';
import type { Act } from '../account/use-account.ts';
import type { CrossPost } from './connection-calls.ts';
import { LinkForm } from './LinkForm.tsx';

/** Where Medium imports stories from an address; it keeps that as the canonical one. */
const IMPORT = 'https://medium.com/p/import';

interface Props {
  post: CrossPost;
  act: Act;
}

/** How an article comes to Medium without a token: three steps, the last of which ends here. */
export function MediumGuide({ post, act }: Props) {
  const { url } = post.article;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      void showToast({ type: 'SUCCESS', message: 'The address is copied.' });
    } catch {
      void showToast({
        type: 'error',
        message: 'The browser did not allow it. Please select the address and copy it.',
      });
    }
  };
  return (
    <ol className="guide">
      <li>
        <p>Copy the address of the article.</p>
        <p className="guide__address">
          <code>{url}</code>
          <button type="button" className="button button--small" onClick={() => void copy()}>
            Copy<span className="quiet"> the address of {post.article.title}</span>
          </button>
        </p>
      </li>
      <li>
        <p>
          Open{' '}
          <a href={IMPORT} target="_blank" rel="noreferrer">
            Medium’s “Import a story”<span className="quiet"> in a new tab</span>
          </a>
          , paste the address, and publish the story. Medium names the article here as the original.
        </p>
      </li>
      <li>
        <p>Paste the link of the story.</p>
        <LinkForm post={post} act={act} />
      </li>
    </ol>
  );
}
