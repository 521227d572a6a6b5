import { useCallback, useState } from 'react';
import { Choices } from '../Choices.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useDialog } from '../use-dialog.ts';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { type FolderMail, folderMailPath, readFolderMail } from './mail-calls.ts';

const faces = [
  { value: 'html', name: 'As HTML' },
  { value: 'text', name: 'As text' },
] as const;
type Face = (typeof faces)[number]['value'];

/** One message of the mail folder, as its receiver would see it. */
export function MailReader({ file, onClose }: { file: string; onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const load = useCallback((signal: AbortSignal) => readFolderMail(file, signal), [file]);
  const { loaded, reload } = useLoaded(load);
  const mail = knownOf(loaded);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--wide mail-reader"
      aria-labelledby="reader-title"
      onClose={onClose}
    >
      <h2 id="reader-title" dir="auto">
        {mail?.subject ?? 'Mail'}
      </h2>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {!mail && loaded.state === 'loading' && <ListSkeleton label="Loading the mail" />}
      {mail && <Message mail={mail} />}
      <p className="dialog__actions">
        <a className="button" href={`${folderMailPath(file)}/source`} download>
          Save as .eml
        </a>
        <button type="button" className="button button--main" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
}

function Message({ mail }: { mail: FolderMail }) {
  const [face, setFace] = useState<Face>(mail.html ? 'html' : 'text');
  const fields = [
    ['From', mail.from],
    ['To', mail.to],
    ['Reply to', mail.replyTo],
    ['One-click unsubscribe', mail.unsubscribe],
  ] as const;
  return (
    <>
      <dl className="mail-reader__fields">
        {fields.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {mail.html && (
        <Choices name="face" choices={faces} chosen={face} onChoose={(next) => setFace(next)} />
      )}
      {face === 'html' ? (
        // No rights at all: it runs nothing, loads nothing and leads nowhere, as its answer says too.
        <iframe
          className="mail-reader__html"
          title={`The mail “${mail.subject}” as HTML`}
          src={`${folderMailPath(mail.file)}/html`}
          sandbox=""
        />
      ) : (
        <p className="mail-reader__text" dir="auto">
          {withLinks(mail.text)}
        </p>
      )}
    </>
  );
}

/** The text with its web addresses as links, so that what a mail asks for can be tried. */
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
