import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { addStyles } from '../../client/add-styles.ts';
import { Icon } from '../ui/Icon.tsx';
import detailsStyles from './technology-details.css?inline';

addStyles(detailsStyles);

/** Name and category, and initials if there is no icon. A tuple, because the page would repeat names of properties. */
export type OrbitTechnology = [name: string, category: string, initials?: string];

interface Props {
  /** Technologies of each orbit, from the innermost to the outermost. */
  orbits: OrbitTechnology[][];
  /** URL of the icons, which have the numbers of the technologies. */
  icons: string;
  /** Drawing behind the buttons. */
  lines?: ReactNode;
  /** List of all technologies below the details. */
  children?: ReactNode;
}

/**
 * Technologies in orbits. A press shows the details of one; a second press, Escape or the close button hides them.
 * The orbits are one tab stop: the left and right arrow keys move along an orbit, up and down between orbits.
 */
export function TechnologyOrbit({ orbits, icons, lines, children }: Props) {
  const all = orbits.flat();
  const [shown, setShown] = useState<OrbitTechnology | null>(null);
  const [tabStop, setTabStop] = useState(all[0]);
  const toolbar = useRef<HTMLDivElement>(null);

  function focus(technology: OrbitTechnology) {
    const buttons = toolbar.current?.querySelectorAll('button');
    buttons?.[all.indexOf(technology)]?.focus({ preventScroll: true });
  }

  function hide() {
    if (!shown) return;
    focus(shown);
    setShown(null);
  }

  function press(technology: OrbitTechnology) {
    // Safari does not focus a button that is clicked.
    setTabStop(technology);
    setShown(technology === shown ? null : technology);
  }

  function handleKey(event: KeyboardEvent, ring: number, place: number) {
    if (event.key === 'Escape') hide();
    // The browser goes back and forward with arrow keys.
    if (event.altKey || event.metaKey) return;
    const orbit = orbits[ring] ?? [];
    const closestIn = (other: OrbitTechnology[] = []) =>
      other[Math.round((place / orbit.length) * other.length) % other.length];
    const targets: Partial<Record<string, OrbitTechnology>> = {
      ArrowRight: orbit[(place + 1) % orbit.length],
      ArrowLeft: orbit.at(place - 1),
      ArrowDown: closestIn(orbits[(ring + 1) % orbits.length]),
      ArrowUp: closestIn(orbits.at(ring - 1)),
      Home: all[0],
      End: all.at(-1),
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    focus(target);
  }

  const iconOf = (technology: OrbitTechnology) => {
    const [, , initials] = technology;
    return initials ? (
      <span aria-hidden="true">{initials}</span>
    ) : (
      <svg aria-hidden="true">
        <use href={`${icons}#t${all.indexOf(technology)}`} />
      </svg>
    );
  };

  return (
    <>
      <div className="tech__sky needs-script">
        <div
          className="orbit"
          data-orbit
          role="toolbar"
          aria-label="Technologies in six orbits"
          aria-describedby="orbit-hint"
          ref={toolbar}
        >
          {lines}
          {orbits.map((orbit, ring) => (
            <div className="orbit__ring" data-of={orbit.length} key={orbit[0]?.[0]}>
              {orbit.map((technology, place) => {
                const [name, category] = technology;
                return (
                  <button
                    type="button"
                    tabIndex={technology === tabStop ? 0 : -1}
                    aria-label={name}
                    aria-expanded={technology === shown}
                    aria-controls="technology"
                    data-kin={category === shown?.[1] || undefined}
                    key={name}
                    onClick={() => press(technology)}
                    onFocus={() => setTabStop(technology)}
                    onKeyDown={(event) => handleKey(event, ring, place)}
                  >
                    {iconOf(technology)}
                  </button>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <div className="tech__side">
        <div className="tech__panel needs-script" aria-live="polite">
          <p className="tech__hint" id="orbit-hint">
            The closer to the centre, the more often I use it. Select a technology for details; use
            the arrow keys to move between them.
          </p>
          <div className="tech__details" id="technology" hidden={!shown}>
            {shown && (
              <>
                <div className="tech__icon">{iconOf(shown)}</div>
                <div>
                  <p className="tech__name">{shown[0]}</p>
                  <p className="label">{shown[1]}</p>
                </div>
                <button
                  className="icon-button"
                  type="button"
                  aria-label="Close details"
                  onClick={hide}
                  onKeyDown={({ key }) => key === 'Escape' && hide()}
                >
                  <Icon name="close" />
                </button>
              </>
            )}
          </div>
        </div>
        {children}
      </div>
    </>
  );
}
