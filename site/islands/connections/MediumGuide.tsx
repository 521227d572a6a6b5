import type { CrossPost } from '../../client/connection-calls.ts';
import { showToast } from '../../client/show-toast.ts';
import type { Act } from '../ui/use-act.tsx';
import { LinkForm } from './LinkForm.tsx';

/** Page on which Medium imports stories from a URL; Medium sets that URL as the canonical one. */
const IMPORT = 'https://medium.com/p/import';

interface Props {
  post: CrossPost;
  act: Act;
}

/** Instructions for publishing on Medium without a token: three steps, the last of which ends here. */
export function MediumGuide({ post, act }: Props) {
  const { url } = post.article;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ type: 'SUCCESS', message: 'The URL is copied.' });
    } catch {
      showToast({
        type: 'error',
        message: 'Your browser does not allow copying. Please select the URL and copy it.',
      });
    }
  };
  return (
    <ol className="guide">
      <li>
        <p>Copy the URL of the article.</p>
        <p className="guide__address">
          <code>{url}</code>
          <button type="button" className="button button--small" onClick={() => void copy()}>
            Copy<span className="quiet"> the URL of {post.article.title}</span>
          </button>
        </p>
      </li>
      <li>
        <p>
          Open{' '}
          <a href={IMPORT} target="_blank" rel="noreferrer">
            Medium’s “Import a story”<span className="quiet"> in a new tab</span>
          </a>
          , paste the URL, and publish the story. Medium links to the article here as the original.
        </p>
      </li>
      <li>
        <p>Paste the URL of the story.</p>
        <LinkForm post={post} act={act} />
      </li>
    </ol>
  );
}
