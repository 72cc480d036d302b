package dev.konverge.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What an expression may speak of: its variables and their types. Immutable; safe for use by many threads. */
public final class Environment {
    /** Made with the first environment: it takes the CEL library most of a second to get going. */
    private static final class Base {
        private static final CelCompiler COMPILER = build();

        private static CelCompiler build() {
            CelOptions options = CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .enableOptionalSyntax(true)
                    .enableTimestampEpoch(true)
                    .populateMacroCalls(false)
                    .build();
            return CelCompilerFactory.standardCelCompilerBuilder()
                    .setOptions(options)
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .addMacros(Macros.ALL)
                    .addLibraries(
                            CelExtensions.strings(),
                            CelExtensions.sets(options),
                            CelExtensions.comprehensions(),
                            CelExtensions.optional())
                    .addFunctionDeclarations(Declarations.all())
                    .addVar("google.protobuf.Timestamp", TypeType.create(SimpleType.TIMESTAMP))
                    .addVar("google.protobuf.Duration", TypeType.create(SimpleType.DURATION))
                    .build();
        }
    }

    private final CelCompiler compiler;
    private final Optional<Shape> self;

    private Environment(CelCompiler compiler, Optional<Shape> self) {
        this.compiler = compiler;
        this.self = self;
    }

    /**
     * {@return the environment of the rules at one place of a schema}
     *
     * @param self what the values there look like
     * @param optionalOld whether the old value may be absent
     */
    public static Environment ofRules(Shape self, boolean optionalOld) {
        StructTypes types = new StructTypes();
        CelType type = types.of(self, "selfType");
        CelCompiler compiler = Base.COMPILER
                .toCompilerBuilder()
                .setTypeProvider(types.provider())
                .addVar("self", type)
                .addVar("oldSelf", optionalOld ? OptionalType.create(type) : type)
                .build();
        return new Environment(compiler, Optional.of(self));
    }

    /**
     * {@return the environment of admission policies and match conditions}
     *
     * @param params whether there are parameters
     * @param authorizer whether an expression may ask what the user may do
     * @param variables what expressions before this one are called, as {@code variables.name}
     */
    public static Environment ofAdmission(boolean params, boolean authorizer, Map<String, Expression> variables) {
        return ofAdmission(params, authorizer, variables.isEmpty() ? Optional.empty() : Optional.of(variables));
    }

    /**
     * {@return where expressions of admission are compiled}
     *
     * @param variables the variables that are known so far, nothing where there are none at all
     */
    public static Environment ofAdmission(
            boolean params, boolean authorizer, Optional<Map<String, Expression>> variables) {
        return ofAdmission(params, authorizer, variables, new StructTypes());
    }

    /**
     * {@return the environment of what policies make of objects}
     *
     * @param text what shall be looked at: every name in it may be that of a field
     */
    public static Environment ofMutations(boolean params, Map<String, Expression> variables, String text) {
        StructTypes types = new StructTypes();
        types.mutations(text);
        return ofAdmission(params, true, variables.isEmpty() ? Optional.empty() : Optional.of(variables), types);
    }

    private static Environment ofAdmission(
            boolean params, boolean authorizer, Optional<Map<String, Expression>> variables, StructTypes types) {
        CelCompilerBuilder builder = Base.COMPILER
                .toCompilerBuilder()
                .addVar("object", SimpleType.DYN)
                .addVar("oldObject", SimpleType.DYN)
                .addVar("request", AdmissionTypes.request(types))
                .addVar("namespaceObject", AdmissionTypes.namespace(types));
        if (params) {
            builder.addVar("params", SimpleType.DYN);
        }
        if (authorizer) {
            builder.addVar("authorizer", Declarations.AUTHORIZER)
                    .addVar("authorizer.requestResource", Declarations.RESOURCE_CHECK);
        }
        if (variables.isPresent()) {
            Map<String, CelType> fields = new LinkedHashMap<>();
            variables.get().forEach((name, expression) -> fields.put(name, expression.celType()));
            builder.addVar("variables", types.struct("kubernetes.variables", fields));
        }
        return new Environment(builder.setTypeProvider(types.provider()).build(), Optional.empty());
    }

    /** {@return the environment of expressions that select devices} */
    public static Environment ofDevices() {
        StructTypes types = new StructTypes();
        CelCompiler compiler = Base.COMPILER
                .toCompilerBuilder()
                .addLibraries(CelExtensions.bindings())
                .addVar("device", DeviceTypes.device(types))
                .setTypeProvider(types.provider())
                .build();
        return new Environment(compiler, Optional.empty());
    }

    /**
     * {@return the name of the type of what a text says, which is only looked at and never evaluated}, such as {@code list(string)}
     *
     * @throws CelFailure if it says nothing, with the words of the compiler
     */
    public String typeOf(String text) {
        try {
            CelValidationResult result = compiler.compile(text);
            if (result.hasError()) {
                throw new CelFailure(Complaints.of(result));
            }
            return shown(result.getAst().getResultType());
        } catch (CelValidationException | IllegalArgumentException | IllegalStateException rejected) {
            throw new CelFailure("ERROR: <input>:1:1: " + rejected.getMessage());
        }
    }

    private static String shown(CelType type) {
        return type instanceof ListType list ? "list(" + shown(list.elemType()) + ")" : type.name();
    }

    /** {@return what becomes of a text} */
    public Compilation compile(String text) {
        try {
            CelValidationResult parsed = compiler.parse(text);
            if (parsed.hasError()) {
                return new Compilation.Rejected(Complaints.of(parsed));
            }
            CelValidationResult checked = compiler.check(parsed.getAst());
            if (checked.hasError()) {
                return new Compilation.Rejected(Complaints.of(checked));
            }
            CelAbstractSyntaxTree tree = checked.getAst();
            String complaint = Literals.complaint(tree);
            return complaint.isEmpty() ? compiled(tree) : new Compilation.Rejected(complaint);
        } catch (CelFailure doomed) {
            return new Compilation.Doomed(doomed.text());
        } catch (CelValidationException | IllegalArgumentException | IllegalStateException rejected) {
            return new Compilation.Rejected("ERROR: <input>:1:1: " + rejected.getMessage());
        } catch (StackOverflowError tooDeep) {
            return new Compilation.Rejected("ERROR: <input>:1:1: expression recursion limit exceeded");
        }
    }

    private Compilation compiled(CelAbstractSyntaxTree tree) {
        Set<String> names = tree.getReferenceMap().values().stream()
                .map(CelReference::name)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        Node node = new Translation(tree).node();
        Estimate estimate = new Estimator(tree, self).estimate();
        return new Compilation.Compiled(new Expression(node, tree.getResultType(), names, estimate));
    }
}
