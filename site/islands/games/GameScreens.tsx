import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import type { GameScreen } from '#games/kit/view/screens.ts';
import { $gameScreen } from '../../stores/game-screen.ts';
import { PauseScreen } from './PauseScreen.tsx';
import { ResultScreen } from './ResultScreen.tsx';
import { TitleScreen } from './TitleScreen.tsx';

/**
 * Screens of the game on this page, over its field. They change when a game begins, pauses or ends;
 * nothing here runs while it is played.
 */
export function GameScreens() {
  const shown = useStore($gameScreen, { ssr: 'initial' });
  return shown && createPortal(<Screen screen={shown.screen} />, shown.host);
}

function Screen({ screen }: { screen: GameScreen }) {
  if (screen.kind === 'title') return <TitleScreen screen={screen} />;
  if (screen.kind === 'pause') return <PauseScreen screen={screen} />;
  return <ResultScreen screen={screen} />;
}
