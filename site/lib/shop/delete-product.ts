import { showToast } from '../../client/show-toast.ts';
import { ApiError, callApi } from '../api-client.ts';
import { askBefore } from '../responses/ask.ts';

/**
 * Deletes the product of a card, or of its own page, after a question.
 * @param product element with the product's id and its heading
 */
export async function deleteProduct(product: HTMLElement): Promise<void> {
  const title = product.querySelector('h1, .product__title')?.textContent ?? '';
  const yes = await askBefore({
    title: `Delete “${title}”?`,
    text: 'If it was sold, it is retired instead: not for sale, and still available to its buyers.',
    yes: 'Delete',
  });
  if (!yes) return;
  try {
    const path = `/api/products/${product.dataset.product}`;
    const { msg } = await callApi<{ msg: string }>('DELETE', path);
    if (product.querySelector('h1')) return location.assign('/shop/products');
    product.closest('li')?.remove();
    void showToast({ type: 'SUCCESS', message: msg });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    void showToast({ type: 'error', message: error.message });
  }
}
