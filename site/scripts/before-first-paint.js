{
  const { dataset } = document.documentElement;
  const { type, requestStart, responseStart } = performance.getEntriesByType('navigation')[0] ?? {};
  dataset.js = '';
  try {
    const { theme, session } = localStorage;
    if (/light|dark/.test(theme)) dataset.theme = theme;
    if (/admin|member/.test(session)) dataset.session = session;
  } catch {
    // The browser stores nothing for this site.
  }
  // A visit that starts at the top of the page renders the rest later, see styles/base.css.
  if (!location.hash && type === 'navigate') dataset.top = '';
  // On a fast connection, which the time to the first byte shows, fonts are preloaded and the first frame waits for
  // them, because `font-display: optional` would discard them. On a slow connection, they would delay the first
  // frame and still arrive too late for it. After another page of this site, they are cached.
  const cached = document.referrer.startsWith(location.origin);
  if (cached || (responseStart - requestStart < 120 && !(navigator.connection?.downlink < 4))) {
    let fonts = 0;
    for (const link of document.querySelectorAll('link[as=font]')) {
      fonts += 1;
      link.media = '';
      link.onload = link.onerror = () => {
        if (!--fonts) delete dataset.hold;
      };
    }
    if (!cached) dataset.hold = 1;
    // Long enough to open new connections, short enough if the connection is slower than measured. Fonts that
    // arrive now would still be swapped in, so this visit keeps the fallback fonts, see styles/tokens.css.
    setTimeout(() => {
      if (dataset.hold) dataset.hold = fonts = 0;
    }, 400);
  }
  // Holds back a form that is submitted before its script has loaded, see islands/ui/use-form.ts.
  addEventListener('submit', (event) => {
    const form = event.target.dataset;
    if ('early' in form) {
      event.preventDefault();
      form.early = 'sent';
      if (event.submitter) event.submitter.ariaBusy = true;
    }
  });
  // A click on a button before the scripts of the page have run is repeated afterwards. It waits for all
  // scripts, because the script of the button is unknown here and the click must happen only once.
  let held = new Set();
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      // A link to a part of the page needs the full layout to scroll to its target.
      if (target.closest('a[href*="#"]')) delete dataset.top;
      const button = held && target.closest('button');
      if (button?.closest('.needs-script')) {
        event.stopImmediatePropagation();
        event.preventDefault();
        button.ariaBusy = true;
        held.add(button);
      }
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => {
    const buttons = held;
    held = null;
    for (const button of buttons) {
      button.ariaBusy = null;
      button.click();
    }
  });
}
