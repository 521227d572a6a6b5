import type { Command, EditorView } from '@codemirror/view';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useMediaLibrary } from '../../ui/images/use-media-library.tsx';
import { AiHelperMenu } from '../ai-helper/AiHelperButtons.tsx';
import { EditorIcon } from '../EditorIcon.tsx';
import {
  type Action,
  bold,
  bullets,
  callouts,
  code,
  codeBlock,
  find,
  footnote,
  headings,
  italic,
  link,
  numbers,
  quote,
  rule,
  shownKey,
  strike,
  tasks,
} from './actions.ts';
import { offeredLanguages } from './markdown-language.ts';
import { insertImage } from './marks.ts';
import { ImageForm, TableForm, ToolbarPopup } from './ToolbarPopup.tsx';
import { addColumn, addRow, alignColumn, removeColumn, removeRow } from './table-commands.ts';

interface Props {
  view: EditorView | null;
  /** Chosen images and their position in the text. */
  onFiles(files: File[], view: EditorView, at: number): boolean;
}

/** Buttons above the text. One tab stop; arrow keys, Home and End move between buttons. */
export function Toolbar({ view, onFiles }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const library = useMediaLibrary(({ url, alt }) => {
    if (!view) return;
    view.dispatch(insertImage(view.state, { url, alt }));
    // The dialog returns the focus to the element that opened it.
    requestAnimationFrame(() => view.focus());
  });
  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>('.tool') ?? [])];

  useEffect(() => {
    const all = bar.current?.querySelectorAll<HTMLElement>('.tool') ?? [];
    for (const [index, tool] of all.entries()) tool.tabIndex = index === 0 ? 0 : -1;
  }, []);

  function moveTo(tool: HTMLElement | undefined): void {
    if (!tool) return;
    for (const candidate of tools()) candidate.tabIndex = candidate === tool ? 0 : -1;
    tool.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = tools();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || at === -1) return;
    event.preventDefault();
    moveTo(all.at(next % all.length));
  }

  const run = (action: Action) => view && action.run(view);
  const tool = (action: Action) => (
    <button
      key={action.name}
      type="button"
      className="tool"
      aria-label={action.name}
      title={action.key ? `${action.name} (${shownKey(action.key)})` : action.name}
      // Keeps the selection while a pointer presses a button.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(action)}
    >
      <EditorIcon name={action.icon ?? 'block'} />
    </button>
  );
  const items = (actions: { name: string; run(): unknown }[], close: () => void) =>
    actions.map((action) => (
      <button
        key={action.name}
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          close();
          action.run();
        }}
      >
        {action.name}
      </button>
    ));

  return (
    <>
      <div
        className="toolbar"
        role="toolbar"
        aria-label="Formatting"
        ref={bar}
        onKeyDown={onKeyDown}
      >
        <ToolbarPopup name="Heading" icon="heading" kind="menu">
          {(close) =>
            items(
              headings.map((heading) => ({ ...heading, run: () => run(heading) })),
              close,
            )
          }
        </ToolbarPopup>
        {[bold, italic, strike, code, link].map(tool)}
        <i className="toolbar__gap" />
        {[bullets, numbers, tasks, quote].map(tool)}
        <i className="toolbar__gap" />
        <ToolbarPopup name="Code block" icon="block" kind="menu">
          {(close) =>
            items(
              offeredLanguages.map(({ name, info }) => ({
                name,
                run: () => view && codeBlock(info)(view),
              })),
              close,
            )
          }
        </ToolbarPopup>
        <ToolbarPopup name="Table" icon="table" kind="dialog">
          {(close) => <TableForm view={view} close={close} />}
        </ToolbarPopup>
        <ToolbarPopup name="Image" icon="image" kind="dialog">
          {(close) => (
            <ImageForm view={view} close={close} onFiles={onFiles} onStore={library.open} />
          )}
        </ToolbarPopup>
        <ToolbarPopup name="Callout" icon="callout" kind="menu">
          {(close) =>
            items(
              callouts.map((callout) => ({ ...callout, run: () => run(callout) })),
              close,
            )
          }
        </ToolbarPopup>
        {[footnote, rule].map(tool)}
        <i className="toolbar__gap" />
        {tool(find)}
        <AiHelperMenu view={view} />
      </div>
      {library.dialog}
    </>
  );
}

/** Actions on the table at the cursor. */
export function TableBar({ view }: { view: EditorView | null }) {
  const run = (command: Command) => () => {
    if (!view) return;
    command(view);
    view.focus();
  };
  const aligned = (name: 'left' | 'center' | 'right') => (
    <button
      type="button"
      aria-label={`Align column ${name}`}
      title={`Align column ${name}`}
      onClick={run(alignColumn(name))}
    >
      <EditorIcon name={name} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a style of its own and needs a legend.
    <div className="table-bar" role="group" aria-label="Table">
      <button type="button" onClick={run(addRow)}>
        Add row
      </button>
      <button type="button" onClick={run(addColumn)}>
        Add column
      </button>
      <button type="button" onClick={run(removeRow)}>
        Remove row
      </button>
      <button type="button" onClick={run(removeColumn)}>
        Remove column
      </button>
      {aligned('left')}
      {aligned('center')}
      {aligned('right')}
    </div>
  );
}
