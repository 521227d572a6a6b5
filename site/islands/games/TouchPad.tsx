import { type PointerEvent, useRef } from 'react';
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '#games/kit/engine.ts';
import type { PadButton } from '#games/kit/view/game-view.ts';
import { LineIcon } from '../ui/Icon.tsx';

const shapes: Readonly<Record<Intent, string>> = {
  [LEFT]: 'm14 6-6 6 6 6',
  [RIGHT]: 'm10 6 6 6-6 6',
  [UP]: 'm6 14 6-6 6 6',
  [DOWN]: 'm6 10 6 6 6-6',
  [PRIMARY]: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 3v4M12 17v4M3 12h4M17 12h4',
  [SECONDARY]: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
};

const isDirection = ({ intent }: PadButton) => intent <= DOWN;

/** A press by keyboard or by a screen reader holds a button for several ticks. */
const CLICK_HOLDS_MS = 120;

type Hold = (intent: Intent, isHeld: boolean) => void;

/** Buttons on the screen: directions at the left thumb, the others at the right one. */
export function TouchPad({ buttons, hold }: { buttons: readonly PadButton[]; hold: Hold }) {
  const drawn = (chosen: readonly PadButton[]) =>
    chosen.map((button) => <Button key={button.intent} {...button} hold={hold} />);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons
    <div className="game-pad" role="group" aria-label="On-screen pad">
      <div className="game-pad__directions">{drawn(buttons.filter(isDirection))}</div>
      <div className="game-pad__acts">
        {drawn(buttons.filter((button) => !isDirection(button)))}
      </div>
    </div>
  );
}

function Button({ intent, label, hold }: PadButton & { hold: Hold }) {
  const pointer = useRef<number | null>(null);
  function press(event: PointerEvent): void {
    // A second finger on another button does not end the first.
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    pointer.current = event.pointerId;
    hold(intent, true);
  }
  function release(event: PointerEvent): void {
    if (event.pointerId !== pointer.current) return;
    pointer.current = null;
    hold(intent, false);
  }
  return (
    <button
      type="button"
      className="game-pad__button"
      aria-label={label}
      data-intent={intent}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // Presses by pointer have been handled; others have no detail.
        if (detail !== 0) return;
        hold(intent, true);
        setTimeout(() => hold(intent, false), CLICK_HOLDS_MS);
      }}
    >
      <LineIcon path={shapes[intent]} />
    </button>
  );
}
