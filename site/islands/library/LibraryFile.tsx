import { useState } from 'react';
import type { DownloadLink, LibraryFile as File } from '#contracts/library.ts';
import { callApi } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { longDate } from '../../format/dates.ts';
import { fileSize } from '../../format/file-size.ts';
import { pluralize } from '../../format/pluralize.ts';
import { errorMessage } from '../ui/use-loaded.ts';

type FileVersion = File['versions'][number];

/** A file: its newest version with its changelog, and the older ones below. */
export function LibraryFile({ file: { versions } }: { file: File }) {
  const [newest, ...older] = versions;
  if (!newest) return null;
  return (
    <li className="library__file">
      <Version version={newest} isNewest />
      <p className="library__sum">
        SHA-256 <code>{newest.sha256}</code>
      </p>
      {older.length > 0 && (
        <details className="library__older">
          <summary>
            {pluralize(older.length, 'older version')}
            <span className="quiet"> of {newest.name}</span>
          </summary>
          <ol aria-label={`Older versions of ${newest.name}`}>
            {older.map((version) => (
              <li key={version._id}>
                <Version version={version} isNewest={false} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Version({ version, isNewest }: { version: FileVersion; isNewest: boolean }) {
  const { _id, name, bytes, createdAt, changelog } = version;
  const [isBusy, setIsBusy] = useState(false);

  /** Requests a link to the file, which the browser then downloads. The page stays open. */
  async function download() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const body = { version: _id };
      const { url } = await callApi<DownloadLink>('POST', '/api/library/links', { body });
      location.assign(url);
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <div className="library__version">
        <p className="library__name">
          <strong>{name}</strong>
          <span className="label">
            Version {version.version}, {longDate(createdAt)}, {fileSize(bytes)}
          </span>
        </p>
        <button
          type="button"
          className={isNewest ? 'button button--small button--main' : 'button button--small'}
          aria-busy={isBusy || undefined}
          onClick={() => void download()}
        >
          Download
          <span className="quiet">
            {' '}
            {name}, version {version.version}
          </span>
        </button>
      </div>
      {changelog !== '' && (
        <p className="library__news" dir="auto">
          {changelog}
        </p>
      )}
    </>
  );
}
