import type { AnyPlayableGame, BoardInfo, Drawing } from '#games/kit/view/game-view.ts';
import type { Scoreboard } from '#games/kit/view/session.ts';

/** Goals and status of a game by moves, above its board. */
export function AboveBoard({ info }: { info: BoardInfo }) {
  const { status, player, problem, goals = [] } = info;
  return (
    <div className="game-above">
      {goals.length > 0 && (
        <ul className="game-goals" aria-label="Goals">
          {goals.map(({ picture, text, isReached }, index) => (
            <li key={index} className="game-goal" data-reached={isReached || undefined}>
              {picture && <Picture drawing={picture} />}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="game-status" data-refused={problem !== undefined || undefined}>
        <p className="game-status__text" data-player={player}>
          {status}
        </p>
        <p className="game-status__problem" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

interface BelowProps {
  info: BoardInfo;
  legend: AnyPlayableGame['legend'];
  scoreboard: Scoreboard | null;
}

/** Legend, counts of how games ended, and buttons that help, below the board of a game by moves. */
export function BelowBoard({ info: { helps = [] }, legend, scoreboard }: BelowProps) {
  return (
    <div className="game-below">
      {legend && (
        <ul className="game-legend" aria-label={legend.label}>
          {legend.entries.map(({ picture, name, value }) => (
            <li key={name}>
              <Picture drawing={picture} />
              <span className="game-hidden">{name} </span>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      )}
      {scoreboard && (
        <dl className="game-scoreboard" aria-label={scoreboard.label}>
          {scoreboard.counts.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      {helps.map(({ label, isAvailable, isBusy, press }, index) => (
        <button
          key={index}
          type="button"
          className="game-button game-help"
          // Not `disabled`: a disabled button would lose the focus.
          aria-disabled={!isAvailable}
          aria-busy={isBusy || undefined}
          onClick={press}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Picture({ drawing }: { drawing: Drawing }) {
  return (
    <svg className="game-picture" viewBox="0 0 100 100" aria-hidden="true">
      {drawing.map(({ path, fill }) => (
        <path key={path} d={path} fill={fill} />
      ))}
    </svg>
  );
}
