import { createRoot } from 'react-dom/client';
import { Views } from './Views.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Views />);
}
