const PARAMETER = 'technology';

/** Writes the selected technology into the URL and shows the number of matching projects. */
export function startTechnologyFilter(): void {
  const filter = document.getElementById('technology-filter');
  const status = filter?.querySelector('[data-shown]');
  if (!filter || !status) return;
  const radios = [...filter.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const items = [...document.querySelectorAll<HTMLElement>('.projects__item')];

  const showStatus = () => {
    const selected = radios.find((radio) => radio.checked);
    const shown = items.filter(({ dataset }) =>
      selected?.value ? dataset.technologies?.split(' ').includes(selected.value) : true,
    ).length;
    const projects = items.length === 1 ? 'project' : 'projects';
    const name = selected?.dataset.name;
    status.textContent = name
      ? `${shown} of ${items.length} ${projects} with ${name}`
      : `${items.length} ${projects}`;
  };
  const selectFromUrl = () => {
    const slug = new URL(location.href).searchParams.get(PARAMETER) ?? '';
    const radio = radios.find(({ value }) => value === slug) ?? radios[0];
    if (radio) radio.checked = true;
    showStatus();
  };

  filter.addEventListener('change', () => {
    const selected = radios.find((radio) => radio.checked)?.value;
    const url = new URL(location.href);
    if (selected) url.searchParams.set(PARAMETER, selected);
    else url.searchParams.delete(PARAMETER);
    history.replaceState(history.state, '', url);
    showStatus();
  });
  addEventListener('pageshow', selectFromUrl);
  selectFromUrl();
}
