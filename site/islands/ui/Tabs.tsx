import { type ComponentProps, type KeyboardEvent, useId, useRef } from 'react';

/** Other attributes and the children belong to the panel of the selected tab. */
interface Props<Id extends string> extends ComponentProps<'div'> {
  /** Label of the tabs for screen readers. */
  label: string;
  tabs: readonly { id: Id; title: string }[];
  chosen: Id;
  onChoose(id: Id): void;
}

/** Tabs and their panel: one tab stop; arrow keys, Home and End select immediately. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, ...panel }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const base = useId();

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const index = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    const next = index === undefined ? undefined : tabs.at(index);
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus();
  }

  return (
    <>
      <div className="tabs__list" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            className="tabs__tab"
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={onKeyDown}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`} {...panel} />
    </>
  );
}
