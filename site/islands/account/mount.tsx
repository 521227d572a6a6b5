import { createRoot } from 'react-dom/client';
import { Account } from './Account.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Account />);
}
