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
  // Who comes for the top of the page gets that first, see styles/offscreen.css.
  if (!location.hash && n?.type === 'navigate') r.dataset.top = '';
  // While a pointer is down, nothing may move under it, see client/render-offscreen.ts.
  for (const t of ['down', 'up', 'cancel'])
    addEventListener(`pointer${t}`, () => r.toggleAttribute('data-pressed', t === 'down'), true);
  // How far down the place lies that a link of the page leads to is known once all is laid out.
  addEventListener(
    'click',
    (e) => e.target.closest?.('a[href*="#"]') && delete r.dataset.top,
    true,
  );
  if (u === 'admin' || u === 'member') r.dataset.session = u;
  // On a fast line the first frame waits for the preloaded fonts: `font-display: optional` would
  // give them up. The time to the first byte is the round trip. Pages of this site have left the fonts
  // in the cache already.
  if (
    n?.responseStart - n?.requestStart < 120 &&
    !(navigator.connection?.downlink < 4) &&
    !document.referrer.startsWith(location.origin)
  ) {
    let k = document.querySelectorAll('link[as=font]').length;
    const f = (e) => (!e || (e.target.as === 'font' && !--k)) && delete r.dataset.hold;
    r.dataset.hold = '';
    for (const t of ['load', 'error']) document.addEventListener(t, f, true);
    // Long enough for connections of their own, short enough for a line that is slower than it seemed.
    setTimeout(f, 400);
  }
  // Sent before its script is here, see islands/ui/use-form.ts.
  addEventListener('submit', (e) => {
    const d = e.target.dataset;
    if (d.early !== undefined) {
      e.preventDefault();
      d.early = 'sent';
      e.submitter?.setAttribute('aria-busy', true);
    }
  });
  // A button pressed before the scripts of the page have run is pressed once they have. They are all
  // waited for: which of them a button belongs to is not known here, and twice would be a wrong.
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
