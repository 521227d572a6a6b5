{
  const r = document.documentElement,
    s = (k) => {
      try {
        return localStorage.getItem(k);
      } catch {}
    },
    t = s('theme'),
    u = s('session');
  r.dataset.js = '';
  if (t === 'light' || t === 'dark') r.dataset.theme = t;
  const n = performance.getEntriesByType('navigation')[0];
  // A visit that starts at the top of the page renders the rest later, see styles/offscreen.css.
  if (!location.hash && n?.type === 'navigate') r.dataset.top = '';
  // The layout must not change while a pointer is down, see client/page-start.ts.
  for (const t of ['down', 'up', 'cancel'])
    addEventListener(`pointer${t}`, () => r.toggleAttribute('data-pressed', t === 'down'), true);
  // A link to a part of the page needs the full layout to scroll to its target.
  addEventListener(
    'click',
    (e) => e.target.closest?.('a[href*="#"]') && delete r.dataset.top,
    true,
  );
  if (u === 'admin' || u === 'member') r.dataset.session = u;
  // On a fast connection the first frame waits for the preloaded fonts, which `font-display: optional`
  // would discard. The time to the first byte measures the round trip. After another page of this site,
  // the fonts are cached.
  if (
    n?.responseStart - n?.requestStart < 120 &&
    !(navigator.connection?.downlink < 4) &&
    !document.referrer.startsWith(location.origin)
  ) {
    let k = document.querySelectorAll('link[as=font]').length;
    const f = (e) => (!e || (e.target.as === 'font' && !--k)) && delete r.dataset.hold;
    r.dataset.hold = '';
    for (const t of ['load', 'error']) document.addEventListener(t, f, true);
    // Long enough to open new connections, short enough if the connection is slower than measured.
    setTimeout(f, 400);
  }
  // Holds back a form that is submitted before its script has loaded, see islands/ui/use-form.ts.
  addEventListener('submit', (e) => {
    const d = e.target.dataset;
    if (d.early !== undefined) {
      e.preventDefault();
      d.early = 'sent';
      e.submitter?.setAttribute('aria-busy', true);
    }
  });
  // A click on a button before the scripts of the page have run is repeated afterwards. It waits for all
  // scripts, because the script of the button is unknown here and the click must happen only once.
  const p = new Set(),
    c = (e) => {
      const b = e.target.closest?.('button');
      if (b?.closest('.needs-script')) {
        e.stopImmediatePropagation();
        e.preventDefault();
        b.ariaBusy = true;
        p.add(b);
      }
    };
  addEventListener('click', c, true);
  addEventListener('DOMContentLoaded', () => {
    removeEventListener('click', c, true);
    for (const b of p) {
      b.ariaBusy = null;
      b.click();
    }
  });
}
