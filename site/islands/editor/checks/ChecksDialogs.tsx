import { useLayoutEffect, useRef } from 'react';
import type { CheckFinding, CheckLevel } from '#contracts/draft.ts';
import { pluralize } from '../../../format/pluralize.ts';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { Drawer } from '../EditorDialogs.tsx';
import type { Checks, ExternalLinkState } from './use-checks.ts';

const levels: Record<CheckLevel, { name: string; chip: string }> = {
  problem: { name: 'Problem', chip: 'chip chip--deleted' },
  advice: { name: 'Advice', chip: 'chip chip--draft' },
  note: { name: 'Note', chip: 'chip' },
};

const fieldNames: Record<NonNullable<CheckFinding['field']>, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  imageAlt: 'Alt text',
};

interface FindingListProps {
  findings: CheckFinding[];
  onShow(finding: CheckFinding): void;
  /** Marks an image as decorative; only where this is possible. */
  onDecoration?: ((finding: CheckFinding) => void) | undefined;
}

interface PublishDialogProps {
  findings: CheckFinding[];
  onPublish(): void;
  onShow(finding: CheckFinding): void;
  onClose(): void;
}

interface Props {
  checks: Checks;
  onShow(finding: CheckFinding): void;
  onDecoration(finding: CheckFinding): void;
  onClose(): void;
}

/** Suggestions before publishing; all of them are optional. */
export function ChecksDrawer({ checks, onClose, ...actions }: Props) {
  const { result, findings, problem, externalLinks } = checks;
  return (
    <Drawer title="Checks" onClose={onClose}>
      <div className="checks">
        {problem !== null && <p className="banner banner--warning">Not up to date. {problem}</p>}
        <p role="status">
          {result === null
            ? 'There is no text to check yet.'
            : findings.length === 0
              ? 'No issues found in links, anchors, images, headings or description.'
              : `${pluralize(findings.length, 'finding')}. You can publish the article anyway.`}
        </p>
        {findings.length > 0 && <FindingList findings={findings} {...actions} />}
        {result !== null && externalLinks.links > 0 && (
          <ExternalLinks externalLinks={externalLinks} />
        )}
        {result !== null && result.reading.words > 0 && <Readability {...result.reading} />}
      </div>
    </Drawer>
  );
}

function ExternalLinks({
  externalLinks: { links, unchecked, problem, retry },
}: {
  externalLinks: ExternalLinkState;
}) {
  const progressText = `${links - unchecked} of ${pluralize(links, 'link')} to other sites checked.`;
  return (
    <div className="checks__external-links">
      <p className="label" role="status">
        {problem === null ? progressText : `${problem} ${progressText}`}
      </p>
      {problem !== null && <SmallButton label="Check again" onClick={retry} />}
    </div>
  );
}

function Readability(props: { words: number; wordsPerSentence: number; grade: number | null }) {
  const { wordsPerSentence, grade } = props;
  return (
    <dl className="checks__reading">
      <div>
        <dt>Words per sentence</dt>
        <dd>{wordsPerSentence}</dd>
      </div>
      {grade !== null && (
        <div>
          <dt>
            <a
              href="https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests"
              rel="noreferrer"
            >
              Reading level (Flesch-Kincaid)
            </a>
          </dt>
          <dd>{grade < 1 ? 'below grade 1' : `grade ${Math.round(grade)}`}</dd>
        </div>
      )}
    </dl>
  );
}

/** Lists the findings once before an article is published. Enter publishes anyway. */
export function PublishDialog({ findings, onPublish, onShow, onClose }: PublishDialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const publish = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => publish.current?.focus(), []);
  return (
    <dialog {...dialog} className="dialog publish-dialog">
      <h2 id={titleId}>{pluralize(findings.length, 'finding')} to review before publishing</h2>
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

/** Place of a finding; null if it is about the whole article. */
function findingPlaceOf({ field, line }: CheckFinding): string | null {
  if (field !== null) return fieldNames[field];
  return line === null ? null : `Line ${line + 1}`;
}

/** Findings, each with a link to its place. */
function FindingList({ findings, onShow, onDecoration }: FindingListProps) {
  return (
    <ul className="findings">
      {findings.map((finding, index) => {
        const { level, code, msg, about, line } = finding;
        const place = findingPlaceOf(finding);
        return (
          // Two findings can be equal; rows have no state.
          <li key={`${code} ${line} ${about} ${index}`} className="finding">
            <p>
              <span className={levels[level].chip}>{levels[level].name}</span> {msg}
            </p>
            {about !== '' && <p className="finding__about">{about}</p>}
            {place !== null && (
              <p className="finding__actions">
                <SmallButton label={place} onClick={() => onShow(finding)} />
                {onDecoration && code === 'alt-missing' && line !== null && (
                  <SmallButton
                    variant="quiet"
                    label="Decorative"
                    onClick={() => onDecoration(finding)}
                  />
                )}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
