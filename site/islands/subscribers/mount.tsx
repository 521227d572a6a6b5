import { createRoot } from 'react-dom/client';
import { Subscribers } from './Subscribers.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Subscribers />);
}
