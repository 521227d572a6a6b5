import { useCallback, useId, useState } from 'react';
import type { z } from 'zod';
import type { ArticleResponse } from '#contracts/article.ts';
import type {
  DraftLinkResponse,
  draftLinkDays,
  draftLinkListResponse,
  draftLinkMadeResponse,
} from '#contracts/draft.ts';
import { callApi } from '../../../client/api-client.ts';
import { showToast } from '../../../stores/toasts.ts';
import { copyWithToast } from '../../ui/copy-with-toast.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { errorMessage, useFetch } from '../../ui/use-fetch.ts';
import { ZonedTime } from '../../ui/ZonedTime.tsx';

type DraftLink = DraftLinkResponse;

type Days = (typeof draftLinkDays)[number];

const linksPath = (id: string) => `/api/admin/articles/${encodeURIComponent(id)}/links`;

/** Returns the valid links to a draft. */
const listDraftLinks = (
  id: string,
  signal: AbortSignal,
): Promise<z.infer<typeof draftLinkListResponse>> => callApi('GET', linksPath(id), { signal });

const shareDraft = (id: string, days: Days): Promise<z.infer<typeof draftLinkMadeResponse>> =>
  callApi('POST', linksPath(id), { body: { days } });

/**
 * Revokes a link.
 * @returns the remaining links
 */
const revokeDraftLink = (
  id: string,
  link: string,
): Promise<z.infer<typeof draftLinkListResponse>> =>
  callApi('DELETE', `${linksPath(id)}/${encodeURIComponent(link)}`);

const times: { days: Days; name: string }[] = [
  { days: 1, name: '1 day' },
  { days: 7, name: '1 week' },
  { days: 30, name: '1 month' },
];

/** Links for reading the draft: create, copy and revoke them. */
export function DraftLinks({ article }: { article: ArticleResponse }) {
  const shared = article.state === 'draft' || article.state === 'scheduled';
  return shared ? <Links id={article._id} /> : null;
}

function Links({ id }: { id: string }) {
  const load = useCallback((signal: AbortSignal) => listDraftLinks(id, signal), [id]);
  const { loaded, reload, change } = useFetch(load);
  const [days, setDays] = useState<Days>(7);
  const [busy, setBusy] = useState(false);
  const field = useId();

  /** One request at a time; errors are shown. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    await work()
      .catch((error) => showToast({ type: 'error', message: errorMessage(error) }))
      .finally(() => setBusy(false));
  }

  const share = () =>
    attempt(async () => {
      const { link } = await shareDraft(id, days);
      change(({ links }) => ({ links: [...links, link] }));
      await copyDraftLink(link);
    });
  const end = (link: DraftLink) =>
    attempt(async () => {
      const left = await revokeDraftLink(id, link._id);
      change(() => left);
      showToast({ type: 'SUCCESS', message: 'The link is revoked.' });
    });

  const links = loaded.value?.links ?? [];
  return (
    <div className="field draft-links">
      <label htmlFor={field}>Share a preview</label>
      <div className="draft-links__new">
        <select
          id={field}
          value={days}
          aria-describedby={`${field}-hint`}
          onChange={(event) => setDays(Number(event.currentTarget.value) as Days)}
        >
          {times.map((time) => (
            <option key={time.days} value={time.days}>
              for {time.name}
            </option>
          ))}
        </select>
        <SmallButton label="Create link" aria-disabled={busy} onClick={share} />
      </div>
      <p className="field__hint" id={`${field}-hint`}>
        Anyone with the link can read the saved draft without signing in. It is hidden from search
        engines.
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {links.length > 0 && (
        <ul className="draft-links__open" aria-label="Active links">
          {links.map((link) => (
            <li key={link._id}>
              <p>
                Until <ZonedTime iso={link.endsAt} />
                <br />
                <span className="draft-links__seen">
                  {link.seenAt === null ? (
                    'Not opened yet'
                  ) : (
                    <>
                      Last opened <ZonedTime iso={link.seenAt} />
                    </>
                  )}
                </span>
              </p>
              <SmallButton label="Copy" onClick={() => copyDraftLink(link)} />
              <a
                className="button button--small button--quiet"
                href={link.url}
                target="_blank"
                rel="noreferrer"
              >
                Open
              </a>
              <SmallButton
                variant="quiet"
                label="Revoke"
                aria-disabled={busy}
                onClick={() => end(link)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const copyDraftLink = ({ url }: DraftLink) =>
  copyWithToast(
    url,
    'The link is copied.',
    'Your browser does not allow copying. Please open the link and copy its address.',
  );
