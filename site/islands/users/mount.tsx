import { createRoot } from 'react-dom/client';
import { Users } from './Users.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Users />);
}
