/** Takes over the forms that ask for an address; what sends them is fetched when one is sent. */
export function startSubscribeForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-subscribe]')) {
    // The sentence stands at the field instead of in a bubble of the browser.
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void import('./send.ts').then((loaded) => loaded.subscribe(form));
    });
  }
}
