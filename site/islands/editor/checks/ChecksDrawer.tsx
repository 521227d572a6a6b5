import type { CheckFinding } from '#contracts/article-check.ts';
import { pluralize } from '../../../format/pluralize.ts';
import { Drawer } from '../Drawer.tsx';
import { FindingList } from './FindingList.tsx';
import type { Checks } from './use-checks.ts';
import type { OutsideState } from './use-outside.ts';

interface Props {
  checks: Checks;
  onShow(finding: CheckFinding): void;
  onDecoration(finding: CheckFinding): void;
  onClose(): void;
}

/** Suggestions before publishing; all of them are optional. */
export function ChecksDrawer({ checks, onClose, ...ways }: Props) {
  const { result, findings, problem, outside } = checks;
  return (
    <Drawer title="Checks" onClose={onClose}>
      <div className="checks">
        {problem !== null && <p className="notice notice--warning">Not up to date. {problem}</p>}
        <p role="status">
          {result === null
            ? 'There is no text to check yet.'
            : findings.length === 0
              ? 'No issues found in links, anchors, images, headings or description.'
              : `${pluralize(findings.length, 'finding')}. You can publish the article anyway.`}
        </p>
        {findings.length > 0 && <FindingList findings={findings} {...ways} />}
        {result !== null && outside.links > 0 && <Outside outside={outside} />}
        {result !== null && result.reading.words > 0 && <Reading {...result.reading} />}
      </div>
    </Drawer>
  );
}

function Outside({ outside: { links, unasked, problem, retry } }: { outside: OutsideState }) {
  const progressText = `${links - unasked} of ${pluralize(links, 'link')} to other sites checked.`;
  return (
    <div className="checks__outside">
      <p className="label" role="status">
        {problem === null ? progressText : `${problem} ${progressText}`}
      </p>
      {problem !== null && (
        <button type="button" className="button button--small" onClick={retry}>
          Check again
        </button>
      )}
    </div>
  );
}

function Reading(props: { words: number; wordsPerSentence: number; grade: number | null }) {
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
