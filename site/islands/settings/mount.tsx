import { createRoot } from 'react-dom/client';
import { Settings } from './Settings.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Settings />);
}
