import { createRoot } from 'react-dom/client';
import { Discounts } from './Discounts.tsx';
import { Uses } from './Uses.tsx';

/** @param id of the code whose uses are shown, or null for all codes */
export function mount(place: HTMLElement, id: string | null): void {
  createRoot(place).render(id === null ? <Discounts /> : <Uses id={id} />);
}
