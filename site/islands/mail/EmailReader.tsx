import { useCallback, useState } from 'react';
import { showToast } from '../../stores/toasts.ts';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import type { WithReauthentication } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { type FolderEmail, folderEmailPath, readFolderEmail } from './mail-api.ts';

const formats = [
  { value: 'html', name: 'As HTML' },
  { value: 'text', name: 'As text' },
] as const;
type Format = (typeof formats)[number]['value'];

interface Props {
  file: string;
  withReauthentication: WithReauthentication;
  onSave(file: string): void;
  onClose(): void;
}

/** One message of the mail folder, as its recipient would see it. */
export function EmailReader({ file, withReauthentication, onSave, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const load = useCallback(
    (signal: AbortSignal) => withReauthentication(() => readFolderEmail(file, signal)),
    [file, withReauthentication],
  );
  const { loaded, reload } = useFetch(load);
  const email = loaded.value;
  return (
    <dialog {...dialog} className="dialog dialog--wide email-reader">
      <h2 id={titleId} dir="auto">
        {email?.subject ?? 'Email'}
      </h2>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {!email && loaded.state === 'loading' && <ListSkeleton label="Loading the email" />}
      {email && <Message email={email} withReauthentication={withReauthentication} />}
      <p className="dialog__actions">
        <button type="button" className="button" onClick={() => onSave(file)}>
          Save as .eml
        </button>
        <button type="button" className="button button--main" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
}

function Message({
  email,
  withReauthentication,
}: { email: FolderEmail } & Pick<Props, 'withReauthentication'>) {
  const [format, setFormat] = useState<Format>(email.html ? 'html' : 'text');

  async function choose(next: Format) {
    try {
      // The frame cannot ask for re-authentication itself.
      if (next === 'html') await withReauthentication(() => readFolderEmail(email.file));
      setFormat(next);
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }

  const fields = [
    ['From', email.from],
    ['To', email.to],
    ['Reply to', email.replyTo],
    ['One-click unsubscribe', email.unsubscribe],
  ] as const;
  return (
    <>
      <FactList className="email-reader__fields" facts={fields.filter(([, value]) => value)} />
      {email.html && (
        <SegmentedControl name="format" options={formats} chosen={format} onChoose={choose} />
      )}
      {format === 'html' ? (
        // The sandbox has no permissions: no scripts, no requests, no navigation; the response's CSP says the
        // same.
        <iframe
          className="email-reader__html"
          title={`The email “${email.subject}” as HTML`}
          src={`${folderEmailPath(email.file)}/html`}
          sandbox=""
        />
      ) : (
        <p className="email-reader__text" dir="auto">
          {withLinks(email.text)}
        </p>
      )}
    </>
  );
}

/** Text with its URLs as links, so that links in emails can be tested. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
