import { createRoot } from 'react-dom/client';
import { OrderPage } from './OrderPage.tsx';
import { Orders } from './Orders.tsx';
import { SalesPage } from './SalesPage.tsx';

export function mountOrders(place: HTMLElement): void {
  createRoot(place).render(<Orders />);
}

export function mountOrder(place: HTMLElement, id: string): void {
  createRoot(place).render(<OrderPage id={id} />);
}

export function mountSales(place: HTMLElement): void {
  createRoot(place).render(<SalesPage />);
}
