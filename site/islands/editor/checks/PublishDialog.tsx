import { useEffect, useRef } from 'react';
import type { CheckFinding } from '#contracts/article-check.ts';
import { pluralize } from '../../../format/pluralize.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { FindingList } from './FindingList.tsx';

interface Props {
  findings: CheckFinding[];
  onPublish(): void;
  onShow(finding: CheckFinding): void;
  onClose(): void;
}

/** Lists the findings once before an article is published. Enter publishes anyway. */
export function PublishDialog({ findings, onPublish, onShow, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const publish = useRef<HTMLButtonElement>(null);
  useEffect(() => publish.current?.focus(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog publish-dialog"
      aria-labelledby="publish-title"
      onClose={onClose}
    >
      <h2 id="publish-title">
        {pluralize(findings.length, 'finding')} to review before publishing
      </h2>
      <div className="publish-dialog__list">
        <FindingList findings={findings} onShow={onShow} />
      </div>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={close}>
          Keep editing
        </button>
        <button type="button" className="button button--main" ref={publish} onClick={onPublish}>
          Publish anyway
        </button>
      </p>
    </dialog>
  );
}
