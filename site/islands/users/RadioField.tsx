interface Choice<Value> {
  value: Value;
  name: string;
  means: string;
}

interface Props<Value> {
  name: string;
  legend: string;
  choices: readonly Choice<Value>[];
  chosen: Value;
  onChoose(value: Value): void;
}

/** One of a few, each with a line that says what it means. */
export function RadioField<Value extends string | number>({
  name,
  legend,
  choices,
  chosen,
  onChoose,
}: Props<Value>) {
  return (
    <fieldset className="users__roles">
      <legend className="field__label">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            name={name}
            checked={chosen === choice.value}
            onChange={() => onChoose(choice.value)}
          />
          <span>
            {choice.name}
            <small>{choice.means}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
