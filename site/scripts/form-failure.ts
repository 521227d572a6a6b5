/**
 * Handles forms whose island could not be loaded: the browser sends a form that works without JavaScript, and any
 * other form asks the visitor to reload the page. before-first-paint.js holds the form back until then.
 */
addEventListener('astro:hydration-error', ({ target }) => {
  for (const form of (target as Element).querySelectorAll<HTMLFormElement>('form[data-early]')) {
    const isSent = form.dataset.early === 'sent';
    delete form.dataset.early;
    for (const button of form.querySelectorAll('button')) button.ariaBusy = null;
    if (form.matches('.needs-script')) form.addEventListener('submit', preventSubmit);
    if (isSent) form.requestSubmit();
  }
});

function preventSubmit(event: Event): void {
  event.preventDefault();
  alert('This page did not load completely. Reload it and try again.');
}

export {};
