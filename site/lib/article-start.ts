/** The table of contents is folded on small screens and stands open beside the text on wide ones. */
const beside = matchMedia('(width >= 75rem)');
const contents = document.querySelector<HTMLDetailsElement>('.contents details');

function fit(): void {
  if (contents) contents.open = beside.matches;
}

fit();
beside.addEventListener('change', fit);
