import { createRoot } from 'react-dom/client';
import { Categories } from './Categories.tsx';
import { ProductPage } from './ProductPage.tsx';
import { Products } from './Products.tsx';

export function mountProducts(place: HTMLElement): void {
  createRoot(place).render(<Products />);
}

export function mountCategories(place: HTMLElement): void {
  createRoot(place).render(<Categories />);
}

/** @param id of the product, or null for a new one */
export function mountProduct(place: HTMLElement, id: string | null): void {
  createRoot(place).render(<ProductPage id={id} />);
}
