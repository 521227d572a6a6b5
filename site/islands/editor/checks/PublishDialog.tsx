import { useEffect, useRef } from 'react';
import type { CheckFinding } from '#contracts/article-check.ts';
import { counted } from '../../../lib/format.ts';
import { FindingList } from './FindingList.tsx';

interface Props {
  findings: CheckFinding[];
  onPublish(): void;
  onShow(finding: CheckFinding): void;
  onClose(): void;
}

/** Says once what was found before an article is published. Enter publishes it all the same. */
export function PublishDialog({ findings, onPublish, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const publish = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    publish.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog publish-dialog"
      aria-labelledby="publish-title"
      onClose={onClose}
    >
      <h2 id="publish-title">{counted(findings.length, 'thing')} worth a look</h2>
      <div className="publish-dialog__list">
        <FindingList findings={findings} onShow={onShow} />
      </div>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={onClose}>
          Go on writing
        </button>
        <button type="button" className="button button--main" ref={publish} onClick={onPublish}>
          Publish anyway
        </button>
      </p>
    </dialog>
  );
}
