import type { GameMeta } from '#games/kit/meta.ts';

const COMMON_CONTROLS = [
  { does: 'Pause', keys: 'P or Esc', touch: 'Pause button', gamepad: 'Start' },
  { does: 'Sound', keys: 'M', touch: 'Sound button', gamepad: '–' },
] as const;

/** Rules and controls of a game, folded away at first. */
export function HowToPlay({ meta }: { meta: GameMeta }) {
  return (
    <details className="game-how">
      <summary>How to play</summary>
      <ul>
        {meta.howToPlay.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by keyboard */}
      <section className="game-controls" aria-label="Controls" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Action', 'Keys', 'Touch', 'Gamepad'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...meta.controls, ...COMMON_CONTROLS].map(({ does, keys, touch, gamepad }) => (
              <tr key={does}>
                <th scope="row">{does}</th>
                <td>{keys}</td>
                <td>{touch}</td>
                <td>{gamepad}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
