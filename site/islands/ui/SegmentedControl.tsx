interface Props<Value extends string> {
  /** Name of the group in the form. */
  name: string;
  options: readonly { value: Value; name: string }[];
  chosen: Value;
  onChoose(value: Value): void;
}

/** A segmented control, which chooses what a page shows: a filter, a period or a layout. */
export function SegmentedControl<Value extends string>({
  name,
  options,
  chosen,
  onChoose,
}: Props<Value>) {
  return (
    <fieldset className="segmented-control">
      <legend className="visually-hidden">Show</legend>
      {options.map((option) => (
        <label key={option.value} className="segmented-control__option">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={chosen === option.value}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
