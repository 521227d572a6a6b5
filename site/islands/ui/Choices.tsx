interface Props<Value extends string> {
  /** Name of the group in the form. */
  name: string;
  choices: readonly { value: Value; name: string }[];
  chosen: Value;
  onChoose(value: Value): void;
}

/** A segmented control that filters a list by state. */
export function Choices<Value extends string>({ name, choices, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset className="choices">
      <legend className="quiet">Show</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choices__one">
          <input
            type="radio"
            name={name}
            className="quiet"
            checked={chosen === choice.value}
            onChange={() => onChoose(choice.value)}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
