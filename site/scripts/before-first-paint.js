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
  // Buttons that were clicked before the scripts of the page have run, and are clicked again afterwards: after all
  // scripts, because the script of the button is unknown here and the click must happen only once. Null afterwards.
  let held = new Set();
  // If the scripts could not be loaded, the browser sends forms, and other controls say so.
  let hasFailed;
  const hold = (event, control) => {
    event.preventDefault();
    if (hasFailed) alert('It did not load. Please reload.');
    else if (control) control.ariaBusy = true;
  };
  // Holds back a form that is submitted before its script has loaded, see islands/ui/use-form.ts.
  addEventListener('submit', (event) => {
    const { target } = event;
    if (!('early' in target.dataset) || (hasFailed && !target.matches('.needs-script'))) return;
    hold(event, event.submitter);
    target.dataset.early = 'sent';
  });
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      // A link to a part of the page needs the full layout to scroll to its target.
      if (target.closest('a[href*="#"]')) delete dataset.top;
      const button = held && target.closest('button');
      if (button?.closest('.needs-script')) {
        event.stopImmediatePropagation();
        hold(event, button);
        held.add(button);
      }
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => {
    // Module scripts have run by now; page-start.ts sets the directive.
    hasFailed = !window.Astro?.intent;
    const buttons = hasFailed ? document.querySelectorAll('[aria-busy=true]') : held;
    if (!hasFailed) held = null;
    for (const button of buttons) {
      button.ariaBusy = null;
      button.click();
    }
  });
}
