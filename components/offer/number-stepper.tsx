import { Button } from '../ui/button';
import { controlClass } from '../ui/field';

interface StepProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onStep: () => void;
}

interface NumberStepperProps {
  readonly id: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isWrong: boolean;
  readonly describedBy: string;
  readonly fewer: StepProps;
  readonly more: StepProps;
}

function Step({ sign, label, isDisabled, onStep }: StepProps & { readonly sign: string }) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      className="needs-script min-w-target !px-0 text-lead"
      disabled={isDisabled}
      onClick={onStep}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
}

/** A native number field; with scripts also a button for one less and a button for one more. */
export function NumberStepper(props: NumberStepperProps) {
  const { id, name, min, max, text, onText, isWrong, describedBy, fewer, more } = props;
  return (
    <div className="flex">
      <Step sign="−" {...fewer} />
      <input
        id={id}
        name={name}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={describedBy}
        className={`${controlClass} stepper !w-12 !px-1 text-center text-lead font-bold`}
      />
      <Step sign="+" {...more} />
    </div>
  );
}
