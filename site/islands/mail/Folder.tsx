import { useCallback, useState } from 'react';
import { counted, longDate } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import type { WithConfirmation } from '../use-act.tsx';
import { useLoaded } from '../use-loaded.ts';
import { listFolder } from './mail-calls.ts';

interface Props {
  withConfirmation: WithConfirmation;
  onRead(file: string): void;
  onSave(file: string): void;
}

/** What was written while no mail server is set, newest first. */
export function Folder({ withConfirmation, onRead, onSave }: Props) {
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) => withConfirmation(() => listFolder(page, signal)),
    [page, withConfirmation],
  );
  const { loaded, reload } = useLoaded(load);
  return (
    <ListFrame
      loaded={loaded}
      onRetry={reload}
      page={page}
      onPage={setPage}
      loading="Loading the mail folder"
      summary={({ result }) => `${counted(result, 'message')} in the mail folder`}
      empty={
        <EmptyState title="The mail folder is empty">
          What the site would send is written here as .eml files.
        </EmptyState>
      }
    >
      {({ mails }) => (
        <ul className="mails">
          {mails.map(({ file, to, subject, date }) => (
            <li key={file}>
              <article className="mail" aria-labelledby={`file-${file}`}>
                <p className="meta">
                  {date && (
                    <time dateTime={date}>
                      {longDate(date)}, {date.slice(11, 16)} UTC
                    </time>
                  )}
                </p>
                <h2 id={`file-${file}`} dir="auto">
                  {subject || 'No subject'}
                </h2>
                <p className="mail__to">to {to || 'nobody'}</p>
                <p className="mail__actions">
                  <button
                    type="button"
                    className="button button--small"
                    onClick={() => onRead(file)}
                  >
                    Read<span className="quiet"> the mail to {to}</span>
                  </button>
                  <button
                    type="button"
                    className="button button--small"
                    onClick={() => onSave(file)}
                  >
                    Save as .eml<span className="quiet"> the mail to {to}</span>
                  </button>
                </p>
              </article>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
