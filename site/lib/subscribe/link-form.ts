/** The form behind a link of a mail: takes its token from after the `#`, where no log sees it. */
export function startLinkForm(form: HTMLFormElement): void {
  form.noValidate = true;
  const take = () => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    const field = form.elements.namedItem('token');
    if (!token || !(field instanceof HTMLInputElement)) return;
    field.value = token;
    form.dataset.linked = '';
  };
  take();
  // The same tab may open a second mail's link.
  addEventListener('hashchange', take);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void import('./send.ts').then((loaded) => loaded.followLink(form));
  });
}
